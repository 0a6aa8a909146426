// Forms that upload a file: it may be dropped onto its area, gives the dataset its name, is not sent when it is too
// large, and the button shows the wait.
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
    }
  }

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

  const button = form.querySelector("button[type=submit]");
  form.addEventListener("submit", (event) => {
    if (isTooLarge()) {
      event.preventDefault();
      input.focus();
      return;
    }
    if (button.getAttribute("aria-busy")) event.preventDefault();
    button.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => button.removeAttribute("aria-busy"));
})();
