// What its owner set on this device: light or dark, how it tells that it is one's turn, whether things move.

const SETS = {
  theme: [["", "as the device is set"], ["dark", "dark"], ["light", "light"]],
  alert: [["buzz", "it buzzes"], ["sound", "it sounds"], ["both", "it buzzes and sounds"], ["off", "it is quiet"]],
  calm: [["", "numbers count up"], ["still", "nothing moves"]],
};

let sound = null;
addEventListener("pointerdown", () => { sound ??= new AudioContext(); if (sound.state === "suspended") sound.resume(); });

export function get(name) {
  try { return localStorage.getItem(name) ?? SETS[name][0][0]; } catch { return SETS[name][0][0]; }
}

export function next(name) {
  const values = SETS[name].map(([value]) => value);
  const value = values[(values.indexOf(get(name)) + 1) % values.length];
  try { localStorage.setItem(name, value); } catch { /* a private window forgets it */ }
  apply();
  if (name === "alert") alertTurn();
}

export function apply() {
  document.documentElement.dataset.theme = get("theme");
  for (const place of document.querySelectorAll("[data-shows]")) {
    place.textContent = SETS[place.dataset.shows].find(([value]) => value === get(place.dataset.shows))?.[1] ?? "";
  }
}

export function isDark() {
  return get("theme") ? get("theme") === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
}

export function isCalm() {
  return get("calm") === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function alertTurn() {
  const how = get("alert");
  if (how === "buzz" || how === "both") navigator.vibrate?.([90, 60, 90]);
  if ((how === "sound" || how === "both" || !navigator.vibrate) && how !== "off" && sound) chime();
}

function chime() {
  const start = sound.currentTime;
  for (const [place, pitch] of [[0, 660], [0.14, 880]]) {
    const tone = sound.createOscillator(), loud = sound.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, start + place);
    loud.gain.exponentialRampToValueAtTime(0.25, start + place + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + place + 0.3);
    tone.connect(loud).connect(sound.destination);
    tone.start(start + place);
    tone.stop(start + place + 0.32);
  }
}
