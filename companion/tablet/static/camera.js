// A picture by the phone's own camera: made smaller here, and sent; it works without a secure connection.

const LONGEST = 2400, QUALITY = 0.88;

export function watchShutter(say) {
  document.addEventListener("change", async event => {
    if (event.target.id !== "shutter" || !event.target.files.length) return;
    const [file] = event.target.files;
    event.target.value = "";
    tell("Sending the picture …");
    try {
      const answer = await fetch("/camera", {method: "POST", headers: {"Content-Type": "image/jpeg"}, body: await smaller(file)});
      tell(await answer.text());
    } catch {
      say("The picture did not get through: try again once this page is connected.");
      tell("");
    }
  });
}

function tell(words) {
  const place = document.getElementById("sent");
  if (place) place.textContent = words;
}

async function smaller(file) {
  const picture = await loaded(file);
  const share = Math.min(1, LONGEST / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.naturalWidth * share);
  canvas.height = Math.round(picture.naturalHeight * share);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob(made => made ? done(made) : failed(), "image/jpeg", QUALITY));
}

function loaded(file) {
  return new Promise((done, failed) => {
    const picture = new Image();
    picture.onload = () => done(picture);
    picture.onerror = failed;
    picture.src = URL.createObjectURL(file);
  });
}
