// A picture by the phone's own camera: made smaller here, and sent; it works without a secure connection.
// What it came to is said by the companion; what is said here stands alone until then.

const LONGEST = 2400, QUALITY = 0.88;
const UNREADABLE = "That file is no picture that can be read here: take a photo, or choose a JPEG or PNG.";

export function watchShutter(say) {
  document.addEventListener("change", async event => {
    if (event.target.id !== "shutter" || !event.target.files.length) return;
    const [file] = event.target.files;
    event.target.value = "";
    tell("Sending the picture …");
    const picture = await smaller(file).catch(() => null);
    if (!picture) { tell(UNREADABLE, true); return; }
    try {
      const answer = await fetch("/camera", {method: "POST", headers: {"Content-Type": "image/jpeg"}, body: picture});
      tell(await answer.text(), !answer.ok);
    } catch {
      say("The picture did not get through: try again once this page is connected.");
      tell("");
    }
  });
}

function tell(words, isRefused = false) {
  const place = document.getElementById("sent");
  if (!place) return;
  place.textContent = words;
  place.classList.toggle("refused", isRefused);
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

async function loaded(file) {
  const picture = new Image(), address = URL.createObjectURL(file);
  picture.src = address;
  try {
    await picture.decode();
    if (window.createImageBitmap) (await createImageBitmap(file)).close(); // refuses half a file, of which half is shown
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}
