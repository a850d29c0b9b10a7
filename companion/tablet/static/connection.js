// Keeps the page connected: by itself, after sleep, a lost network or a restarted companion.
// It is live only while news keeps coming; until then nothing on the page may be taken for the present.

const SILENCE_MS = 9000; // the companion says something every three seconds
const FIRST_MS = 400, LONGEST_MS = 4000;

export class Connection {
  constructor({heard, live}) {
    this.heard = heard;
    this.live = live;
    this.isLive = false;
    this.socket = null;
    this.wait = FIRST_MS;
    this.last = 0;
    this.timer = 0;
    setInterval(() => this.check(), 1500);
    addEventListener("online", () => this.again());
    addEventListener("offline", () => this.lose());
    addEventListener("pageshow", event => event.persisted && this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.check(true));
  }

  open() {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = this.socket = new WebSocket(`ws://${location.host}/table`);
    socket.onopen = () => { this.last = Date.now(); this.opened?.(); };
    socket.onmessage = event => {
      if (socket !== this.socket) return;
      this.last = Date.now();
      this.heard(JSON.parse(event.data));
    };
    socket.onclose = event => {
      if (socket !== this.socket) return;
      if (event.code === 4401) { location.replace("/"); return; }
      this.lose();
      this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
      this.wait = Math.min(this.wait * 1.6, LONGEST_MS);
    };
  }

  present() {
    this.wait = FIRST_MS;
    if (!this.isLive) this.live(this.isLive = true);
  }

  lose() {
    if (this.isLive) this.live(this.isLive = false);
  }

  again() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.lose();
    this.wait = FIRST_MS;
    this.open();
  }

  check(woken = false) {
    const silent = Date.now() - this.last;
    if (woken && silent > 4000) this.again();
    else if (this.socket?.readyState === WebSocket.OPEN && silent > SILENCE_MS) this.again();
    else if (this.socket?.readyState === WebSocket.CONNECTING && silent > 3 * SILENCE_MS) this.again();
  }

  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
