// A link that was opened from elsewhere does not bring the device's cookie along; asking once more does.
const answer = await fetch("/here", {cache: "no-store"});
if (answer.status === 204) location.replace("/");
