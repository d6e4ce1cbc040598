// The report's behaviour: the boards as they were read, with the confidence of each square;
// correcting a square; filters; contents; copying; saving. Nothing here reaches the network.
"use strict";
(() => {
  const PIECES = "KQRBNPkqrbnp";
  const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
  const $ = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const isWhite = (piece) => piece === piece.toUpperCase();
  const named = (piece) => (piece ? `${isWhite(piece) ? "white" : "black"} ${NAMES[piece.toLowerCase()]}` : "empty");
  const square = (i) => "abcdefgh"[i % 8] + (8 - (i >> 3));
  const percent = (p) => (p > 0.9995 ? "over 99.9 %" : p < 0.0005 ? "under 0.1 %" : `${(100 * p).toFixed(1)} %`);
  const status = (text) => { $("#status").textContent = text; };

  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  function drawing(piece) {
    const ns = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(ns, "svg");
    svg.setAttribute("viewBox", "0 0 45 45");
    svg.setAttribute("aria-hidden", "true");
    if (piece) {
      const use = document.createElementNS(ns, "use");
      use.setAttribute("href", `#${isWhite(piece) ? "w" : "b"}${piece.toUpperCase()}`);
      svg.append(use);
    }
    return svg;
  }

  // How doubtful a square is, 0 to 4; the steps are those of the legend.
  const heat = (p) => [0.995, 0.97, 0.9, 0.7].filter((least) => p < least).length;

  const boards = all(".board").map((article) => {
    const data = JSON.parse(article.dataset.board);
    const read = data.squares.map((s) => s[0]);
    return { article, ...data, read, now: [...read], buttons: [] };
  });

  function placement(squares) {
    const ranks = [];
    for (let rank = 0; rank < 8; rank++) {
      let text = "";
      let empty = 0;
      for (const piece of squares.slice(8 * rank, 8 * rank + 8)) {
        if (piece) {
          text += (empty || "") + piece;
          empty = 0;
        } else {
          empty++;
        }
      }
      ranks.push(text + (empty || ""));
    }
    return ranks.join("/");
  }

  const fen = (board) => [placement(board.now), ...board.fen.split(" ").slice(1)].join(" ");
  const corrected = (board) => board.now.flatMap((piece, i) => (piece === board.read[i] ? [] : [square(i)]));

  function show(board, i) {
    const [first, p, second, q] = board.squares[i];
    const piece = board.now[i];
    const button = board.buttons[i];
    const changed = piece !== first;
    const doubtful = p < board.least;
    button.className = `sq ${((i >> 3) + i) % 2 ? "dark" : "light"} h${changed ? 0 : heat(p)}`;
    button.classList.toggle("doubtful", doubtful && !changed);
    button.classList.toggle("corrected", changed);
    const told = changed
      ? `${named(piece)}, corrected by you; read as ${named(first)}`
      : `${named(piece)}, ${percent(p)}${doubtful ? `, doubtful; or ${named(second)}, ${percent(q)}` : ""}`;
    button.setAttribute("aria-label", `${square(i)}: ${told}`);
    button.title = `${square(i)}: ${told}`;
    button.replaceChildren(drawing(piece));
    if (changed || doubtful) {
      button.append(element("span", { className: "mark", ariaHidden: "true", textContent: changed ? "✎" : "?" }));
    }
  }

  function showFen(board) {
    const text = fen(board);
    const changed = corrected(board);
    $(".fen code", board.article).textContent = text;
    const turned = board.bottom === "black";
    $(".lichess", board.article).href =
      `https://lichess.org/analysis/standard/${text.replaceAll(" ", "_")}${turned ? "?color=black" : ""}`;
    $(".chesscom", board.article).href =
      `https://www.chess.com/analysis?fen=${encodeURIComponent(text)}${turned ? "&flip=true" : ""}`;
    $(".corrections", board.article).textContent = changed.length ? `Corrected by you: ${changed.join(", ")}.` : "";
    $(".undo", board.article).hidden = !changed.length;
  }

  function build(board) {
    const order = [...Array(8).keys()];
    if (board.bottom === "black") {
      order.reverse();
    }
    const caption = `Board ${board.board} of ${board.image} as it was read; arrow keys move, Enter corrects`;
    const table = element("table", { className: "reading" });
    table.setAttribute("role", "grid");
    table.append(element("caption", { className: "unseen", textContent: caption }));
    const header = (text, scope) => element("th", { scope, textContent: text });
    table.append(element("thead", {}, element("tr", {}, element("td"), ...order.map((f) => header("abcdefgh"[f], "col")))));
    const body = element("tbody");
    for (const rank of order) {
      const row = element("tr", {}, header(String(8 - rank), "row"));
      for (const file of order) {
        const i = 8 * rank + file;
        const button = element("button", { type: "button", tabIndex: -1 });
        button.addEventListener("click", () => choose(board, i));
        button.addEventListener("focus", () => {
          board.buttons.forEach((other) => { other.tabIndex = -1; });
          button.tabIndex = 0;
        });
        board.buttons[i] = button;
        row.append(element("td", {}, button));
        show(board, i);
      }
      body.append(row);
    }
    table.append(body);
    // The tab key reaches the first doubtful square, else the first one.
    const doubtful = order.flatMap((r) => order.map((f) => 8 * r + f)).find((i) => board.squares[i][1] < board.least);
    board.buttons[doubtful ?? 8 * order[0] + order[0]].tabIndex = 0;
    table.addEventListener("keydown", (event) => move(board, event));
    $(".as-read", board.article).prepend(table);
    $(".copy", board.article).addEventListener("click", () => copy(board));
    $(".undo", board.article).addEventListener("click", () => {
      board.now = [...board.read];
      board.buttons.forEach((_, i) => show(board, i));
      showFen(board);
      $(".copy", board.article).focus();
      status(`Board ${board.board} of ${board.image} is as it was read.`);
    });
  }

  function move(board, event) {
    const at = board.buttons.indexOf(document.activeElement);
    const turn = board.bottom === "black" ? -1 : 1;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (at < 0 || !step) {
      return;
    }
    event.preventDefault();
    const [file, rank] = [(at % 8) + turn * step[0], (at >> 3) + turn * step[1]];
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      board.buttons[8 * rank + file].focus();
    }
  }

  const dialog = $("#chooser");
  function choose(board, i) {
    const [first, p, second, q] = board.squares[i];
    $("h2", dialog).textContent = `What stands on ${square(i)}?`;
    const rest = ["", ...PIECES].filter((piece) => piece !== first && piece !== second);
    const choices = [first, second, ...rest].map((piece) => {
      const told = piece === first ? `, read with ${percent(p)}` : piece === second ? `, second choice, ${percent(q)}` : "";
      const button = element("button", { type: "button" }, drawing(piece), named(piece) + told);
      button.dataset.piece = piece;
      button.setAttribute("aria-pressed", String(piece === board.now[i]));
      button.addEventListener("click", () => {
        board.now[i] = piece;
        show(board, i);
        showFen(board);
        dialog.close();
        board.buttons[i].focus();
        status(`${square(i)} is ${named(piece)}. FEN: ${fen(board)}`);
      });
      return button;
    });
    $(".choices", dialog).replaceChildren(...choices);
    dialog.showModal();
    // What is read is there already; the second choice is the likeliest correction.
    choices[1].focus();
  }

  async function copy(board) {
    const text = fen(board);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Where the page may not use the clipboard, the old way through a selection.
      const field = element("textarea", { value: text });
      document.body.append(field);
      field.select();
      const done = document.execCommand("copy");
      field.remove();
      if (!done) {
        status("The FEN cannot be copied here; select it and copy it by hand.");
        return;
      }
    }
    status(`Copied: ${text}`);
  }

  const rows = () => boards.map((board) => ({
    image: board.image,
    board: board.board,
    fen: fen(board),
    verdict: board.verdict,
    confidence: board.confidence,
    corrected: corrected(board).join(" "),
    fen_read: board.fen,
  }));

  // As in the program's own CSV: quoted where needed, formulas disarmed.
  function cell(value) {
    let text = String(value);
    if (/^[=+\-@]/.test(text)) {
      text = `'${text}`;
    }
    return /["',;\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function save(name, type, text) {
    const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    status(`Saved as ${name}.`);
  }

  $("#save-csv").addEventListener("click", () => {
    const lines = rows();
    const header = ["image", "board", "fen", "verdict", "confidence", "corrected", "fen_read"];
    const text = [header, ...lines.map((row) => header.map((name) => row[name]))]
      .map((cells) => cells.map(cell).join(",") + "\r\n");
    save("fenlens.csv", "text/csv", text.join(""));
  });
  $("#save-jsonl").addEventListener("click", () => {
    save("fenlens.jsonl", "application/jsonl", rows().map((row) => JSON.stringify(row) + "\n").join(""));
  });

  const pictures = all(".picture").map((section) => {
    const own = boards.filter((board) => section.contains(board.article));
    const check = own.filter((board) => board.verdict === "check").length;
    const failed = !own.length;
    const told = section.dataset.failed ?? (check ? `${check} to check` : "sure");
    const link = element("a", { href: `#${section.id}`, textContent: $("h2", section).textContent });
    const item = element("li", {}, link, `: ${told}`);
    return { section, own, check, failed, item };
  });
  $("#contents ol").append(...pictures.map((picture) => picture.item));

  const wanted = {
    all: () => true,
    doubtful: (picture, board) => board?.verdict === "check",
    failed: (picture) => picture.failed,
  };
  function filter(name) {
    const wants = wanted[name];
    let shown = 0;
    for (const picture of pictures) {
      for (const board of picture.own) {
        board.article.hidden = !wants(picture, board);
      }
      const shows = wants(picture) || picture.own.some((board) => !board.article.hidden);
      picture.section.hidden = picture.item.hidden = !shows;
      shown += shows;
    }
    status(`${shown} of ${pictures.length} pictures are shown.`);
  }
  all("input[name=filter]").forEach((input) => {
    input.addEventListener("change", () => filter(input.value));
  });

  const check = boards.filter((board) => board.verdict === "check").length;
  const failed = pictures.filter((picture) => picture.failed).length;
  $("#summary").textContent =
    `Pictures: ${pictures.length}. Boards: ${boards.length}, of which ${check} to check. ` +
    `Pictures without a board or not read: ${failed}.`;
  boards.forEach(build);
  document.documentElement.dataset.ready = "";
})();
