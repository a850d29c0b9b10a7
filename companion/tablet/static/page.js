// The page: shows what the companion sends, tells it what is touched, and knows nothing of any game.

import {Connection} from "./connection.js";
import * as device from "./device.js";
import {listen, fillPads} from "./touching.js";
import {patch} from "./patching.js";
import {watchShutter} from "./camera.js";

const REGIONS = ["head", "ask", "scene", "side", "nav"];
const part = name => document.getElementById(name);
const shown = {view: "", page: "", focus: null, evening: 0, n: 0, asked: null, told: null};
let arrived = {};

const connection = new Connection({
  heard(message) {
    if (message.region) arrived[message.region] = message.html;
    if (message.now) show(message.now);
    if (message.say) say(message.say);
  },
  live(yes) {
    part("offline").hidden = yes;
    for (const name of [...REGIONS, "peek"]) part(name).inert = !yes;
    document.body.classList.toggle("stale", !yes);
    if (!yes) part("peek").close();
  },
});
connection.opened = () => look();

function show(now) {
  const [from, counted, refusal] = [focused(), counts(), part("refusal")];
  const fresh = arrived;
  arrived = {};
  let secret = null;
  for (const name of REGIONS) if (name in fresh) secret = patch(part(name), fresh[name]) ?? secret;
  Object.assign(shown, {evening: now.evening ?? 0, n: now.n});
  document.body.dataset.game = now.game;
  document.body.dataset.view = now.view;
  document.body.classList.toggle("asked", now.asked);
  document.body.classList.toggle("beside", Boolean(now.beside) && now.view === "");
  fillPads();
  device.apply();
  roll();
  countUp(counted);
  refocus(from, fresh, refusal);
  if ("scene" in fresh || !held()) peek(secret);
  if (now.asked && shown.asked === false) device.alertTurn();
  if (shown.told !== null && now.told !== shown.told) announce(now);
  else if (now.asked && !shown.asked) announce(now);
  shown.asked = now.view === "lobby" ? null : now.asked; // who sits down in its turn knows
  shown.told = now.told ?? null;
  connection.present();
}

function announce(now) {
  const question = now.asked ? document.querySelector("#ask h2")?.textContent ?? "" : "";
  part("live").textContent = `${now.told ?? ""} ${question}`.trim();
}

function look(changes = {}) {
  Object.assign(shown, changes);
  const box = part("scene").getBoundingClientRect();
  const wide = Math.round(Math.max(box.width, 200) || innerWidth);
  const columns = getComputedStyle(part("main")).gridTemplateColumns.split(" ").length;
  const free = innerHeight - box.top - scrollY - part("nav").offsetHeight - 130;
  const high = columns > 1 ? Math.max(free, Math.min(wide * 0.8, 330)) : Math.max(Math.min(wide * 1.15, innerHeight * 0.7), 240);
  const {view, page, focus} = shown;
  connection.send({type: "Look", width: Math.min(wide, 4000), height: Math.round(Math.min(high, 4000)),
    dark: device.isDark(), view, page, focus});
}

function go(view, page = "", focus = null) {
  const before = shown.view;
  if (view !== before) history.pushState({view, page}, "");
  look({view, page, focus});
  if (view !== before) scrollTo({top: 0});
}
addEventListener("popstate", event => look({view: event.state?.view ?? "", page: event.state?.page ?? "", focus: null}));

// what stays in sight above the bar stands on it, where the bar lies below
new ResizeObserver(() => {
  const bar = part("nav"), below = bar.offsetWidth > innerWidth / 2;
  document.documentElement.style.setProperty("--bar", `${below ? bar.offsetHeight : 0}px`);
}).observe(part("nav"));

let resized = 0;
addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(look, 200); });
matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => look());

// what has the keyboard's attention stays there, or passes to the question

function focused() {
  const now = document.activeElement;
  if (!now || now === document.body) return null;
  const region = REGIONS.find(name => part(name).contains(now));
  const key = now.id ? `#${CSS.escape(now.id)}` : [...now.attributes].filter(each => each.name.startsWith("data-"))
    .map(each => `[${each.name}="${CSS.escape(each.value)}"]`).join("");
  return region ? {region, key, from: now.selectionStart} : null;
}

function refocus(from, fresh, refused) {
  const refusal = part("refusal");
  if (refusal && refusal !== refused) { refusal.focus(); return; }
  if (!from || !(from.region in fresh) || part(from.region).contains(document.activeElement)) return;
  const again = from.key ? part(from.region).querySelector(from.key) : null;
  (again ?? part("ask")).focus({preventScroll: true});
}

// numbers that change count there

const counting = new Map(); // each number on its way, and where to

function counts() {
  const before = [...document.querySelectorAll("[data-count]")].map(each => each.textContent);
  for (const [place, end] of counting) place.textContent = end;
  counting.clear();
  return before;
}

function countUp(before) {
  if (device.isCalm()) return;
  const begun = performance.now();
  [...document.querySelectorAll("[data-count]")].forEach((place, at) => {
    const end = place.textContent, low = parseInt(before[at]?.match(/\d+/)?.[0]), high = parseInt(end.match(/\d+/)?.[0]);
    if (low >= 0 && high >= 0 && low !== high) countTo(place, end, low, high, begun);
  });
}

function countTo(place, end, low, high, begun) {
  const goal = new String(end); // its own, so that a later one ends this one
  counting.set(place, goal);
  const step = now => {
    if (counting.get(place) !== goal) return;
    const share = Math.min((now - begun) / 200, 1);
    place.textContent = end.replace(/\d+/, Math.round(low + (high - low) * share));
    if (share < 1) requestAnimationFrame(step);
    else counting.delete(place);
  };
  requestAnimationFrame(step);
}

// a marble rolls on from where the last beam saw it

function roll() {
  for (const way of part("scene").querySelectorAll("animate")) {
    if (!way.begun && !device.isCalm()) way.beginElement();
    way.begun = true;
  }
}

// a secret is on the page while it is held

function peek(secret) {
  const sheet = part("peek");
  if (secret && held()) {
    sheet.querySelector(".picture").replaceChildren(secret.content.cloneNode(true));
    if (!sheet.open) sheet.showModal();
  } else if (sheet.open) {
    sheet.close();
    sheet.querySelector(".picture").replaceChildren();
  }
}

let saying = 0;
export function say(words) {
  part("toast").textContent = words;
  clearTimeout(saying);
  saying = setTimeout(() => { part("toast").textContent = ""; }, 6000);
}

const {held} = listen({
  send: message => connection.isLive && connection.send(message),
  touch: (message, picture) => connection.isLive && connection.send({...message, ...picture}),
  picture: () => ({evening: shown.evening, n: shown.n}),
  go, look, say, next: name => { device.next(name); look(); },
});
watchShutter(say);
device.apply();
connection.live(false);
Object.assign(window, {shownN: () => shown.n, goTo: go}); // for who tries the page from outside
connection.open();
