"""The gallery's page of docs/scene-format.md, with an anchor per key of its tables."""
import html
import re

KEY = re.compile(r"`([A-Za-z$][A-Za-z0-9.]*)`")


def inline(text):
    """A line's code, links and stress."""
    parts = re.split(r"(`[^`]*`)", text)
    for index, part in enumerate(parts):
        if index % 2:
            parts[index] = f"<code>{html.escape(part[1:-1])}</code>"
            continue
        part = html.escape(part, quote=False)
        # Other pages are not in the gallery; sections of this one are.
        part = re.sub(r"\[([^\]]+)\]\((#[^)]+)\)", r'<a href="\2">\1</a>', part)
        part = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", part)
        parts[index] = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", part)
    return "".join(parts)


def slug(heading):
    """A heading's anchor, as the forges make it."""
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def table(rows, known):
    """A table; the first that names a key holds its anchor."""
    def cells(row):
        return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]

    head, body = cells(rows[0]), [cells(row) for row in rows[2:]]
    lines = ["<table><thead><tr>" + "".join(f'<th scope="col">{inline(each)}</th>' for each in head) + "</tr></thead><tbody>"]
    for row in body:
        anchors = [key for key in KEY.findall(row[0]) if key not in known]
        known.update(anchors)
        marks = "".join(f'<a id="key-{html.escape(key)}"></a>' for key in anchors)
        lines.append("<tr>" + "".join(f"<td>{marks if index == 0 else ''}{inline(each)}</td>" for index, each in enumerate(row))
                     + "</tr>")
    return "\n".join(lines) + "</tbody></table>"


def blocks(text):
    """The page's blocks: lines of code, tables, lists, headings, paragraphs."""
    for block in re.split(r"(```.*?\n```)", text, flags=re.S):
        if block.startswith("```"):
            yield "code", block.split("\n", 1)[1].rsplit("\n", 1)[0]
            continue
        for part in re.split(r"\n\s*\n", block.strip()):
            if part.startswith("#"):
                line, _, rest = part.partition("\n")
                yield "heading", line
                part = rest.strip()
            if part.startswith("|"):
                yield "table", part
            elif re.match(r"[-*] ", part):
                yield "list", part
            elif part:
                yield "text", part


def page(text):
    """The page's HTML without its frame, and the keys that it has anchors for."""
    known, lines = set(), []
    for kind, block in blocks(text):
        if kind == "code":
            lines.append(f'<pre tabindex="0" role="region" aria-label="An example">{html.escape(block)}</pre>')
        elif kind == "table":
            lines.append(table(block.split("\n"), known))
        elif kind == "list":
            items = re.split(r"\n(?=[-*] )", block)
            lines.append("<ul>" + "".join(f"<li>{inline(' '.join(each[2:].split()))}</li>" for each in items) + "</ul>")
        elif kind == "heading":
            marks, title = block.split(" ", 1)
            lines.append(f'<h{len(marks)} id="{slug(title)}">{inline(title)}</h{len(marks)}>')
        else:
            lines.append(f"<p>{inline(' '.join(block.split()))}</p>")
    return "\n".join(lines), sorted(known)
