// Forms that upload a file: it may be dropped onto its area, gives the dataset its name, is not sent when it is too
// large, and the button shows the wait. Larger files go in parts, which go on where they broke off.
// Without this script the file is chosen with the control and everything else is the same.
(() => {
  "use strict";
  const area = document.querySelector("[data-drop]");
  const form = document.querySelector("[data-upload]");
  const input = area?.querySelector("input[type=file]");
  if (!form || !input) return;

  function stem(file) {
    return file.name.replace(/\.[^.]+$/, "").replace(/[_-]+/g, " ").trim();
  }

  function suggestName() {
    const name = form.querySelector("input[name=name]");
    if (name && input.files[0] && (!name.value || name.dataset.suggested === name.value)) {
      name.value = stem(input.files[0]).slice(0, 255);
      name.dataset.suggested = name.value;
      name.dispatchEvent(new Event("change", { bubbles: true })); // is it free?
    }
  }

  const taken = form.querySelector("#name-taken");

  taken?.addEventListener("click", (event) => {
    const free = event.target.closest("[data-name]");
    if (!free) return;
    const name = form.querySelector("input[name=name]");
    name.value = free.dataset.name;
    name.dispatchEvent(new Event("change", { bubbles: true }));
    name.focus();
  });

  const tooLarge = area.querySelector("[data-too-large]");

  function isTooLarge() {
    return Boolean(input.files[0]) && input.files[0].size > Number(input.dataset.most);
  }

  function checkSize() {
    if (tooLarge) tooLarge.hidden = !isTooLarge();
    if (tooLarge && isTooLarge()) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function chosen() {
    suggestName();
    checkSize();
  }

  input.addEventListener("change", chosen);
  chosen(); // of a file that was chosen before this script was there, or before the page was left and come back to
  area.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    area.classList.add("over");
  });
  area.addEventListener("dragleave", (event) => {
    if (!area.contains(event.relatedTarget)) area.classList.remove("over");
  });
  area.addEventListener("drop", (event) => {
    area.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    input.files = event.dataTransfer.files;
    chosen();
  });

  const MEGABYTE = 1024 * 1024;
  const shown = area.querySelector("[data-upload-progress]");
  const failure = shown?.querySelector("[data-upload-error]");
  const token = form.querySelector("[name=csrfmiddlewaretoken]")?.value;

  function isSentInParts() {
    return Boolean(shown) && input.files[0]?.size > Number(input.dataset.resumedFrom);
  }

  function words(name, values) {
    const element = shown.querySelector(name);
    element.textContent = element.dataset.words.replace(/\{(\w+)\}/g, (_match, key) => values[key]);
  }

  function megabytes(size) {
    return (size / MEGABYTE).toFixed(1);
  }

  function tell(text) {
    failure.textContent = text;
    failure.hidden = !text;
  }

  async function ask(address, options) {
    const answer = await fetch(address, { ...options, headers: { "X-CSRFToken": token } });
    const told = await answer.json().catch(() => null);
    return { status: answer.status, told: told || {} };
  }

  function begin(file) {
    const body = new FormData();
    body.set("name", file.name);
    body.set("size", file.size);
    body.set("dataset", form.querySelector("input[name=name]")?.value || "");
    body.set("fingerprint", file.lastModified);
    return ask(area.dataset.begin, { method: "POST", body });
  }

  async function sendInParts(file) {
    shown.hidden = false;
    const { told } = await untilAnswered(() => begin(file));
    if (!told.id) return stop(told.error);
    const started = { at: Date.now(), offset: told.offset };
    if (told.offset) words("[data-resumed]", { done: megabytes(told.offset) });
    let offset = told.offset;
    while (offset < file.size) {
      show(file, offset, started);
      const part = file.slice(offset, offset + told.part_bytes);
      const address = `${area.dataset.begin}${told.id}/?offset=${offset}`;
      const answer = await untilAnswered(() => ask(address, { method: "PUT", body: part }));
      if (answer.told.offset === undefined) return stop(answer.told.error);
      offset = answer.told.offset;
    }
    show(file, offset, started);
    form.querySelector("[name=upload]").value = told.id;
    input.disabled = true; // its bytes are there already
    form.submit();
  }

  function show(file, offset, { at, offset: from }) {
    shown.querySelector("progress").value = offset / file.size;
    words("[data-sent]", { done: megabytes(offset), all: megabytes(file.size) });
    const rate = (offset - from) / Math.max(1, Date.now() - at); // bytes in a millisecond
    if (rate) words("[data-rate]", { rate: megabytes(rate * 1000), left: Math.ceil((file.size - offset) / rate / 1000) });
  }

  function stop(text) {
    tell(text || failure.dataset.lost);
    button.removeAttribute("aria-busy");
  }

  // Ask again, less and less often, while there is no answer or the server has failed.
  async function untilAnswered(send) {
    for (let wait = 500; ; wait = Math.min(wait * 2, 15_000)) {
      try {
        const answer = await send();
        if (answer.status < 500) {
          tell("");
          return answer;
        }
      } catch {
        // no connection
      }
      tell(failure.dataset.lost);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  const button = form.querySelector("button[type=submit]");
  form.addEventListener("submit", (event) => {
    if (isTooLarge() || taken?.textContent.trim()) {
      event.preventDefault();
      (isTooLarge() ? input : taken.querySelector("[data-name]")).focus();
      return;
    }
    if (isSentInParts() && !button.getAttribute("aria-busy")) {
      event.preventDefault();
      button.setAttribute("aria-busy", "true");
      sendInParts(input.files[0]);
      return;
    }
    if (button.getAttribute("aria-busy")) event.preventDefault();
    button.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => button.removeAttribute("aria-busy"));
})();
