"""Parameter values of templates in the gallery: a few each, and a picture per combination."""
import itertools

MOST = 96    # pictures of one template


def candidates(schema):
    """A few values of a parameter by its JSON Schema, its default first; one alone where others would need files."""
    default = schema.get("default")
    if "enum" in schema:
        found = [default, *schema["enum"]]
    elif schema.get("type") == "boolean":
        found = [default, True, False]
    elif schema.get("type") in ("number", "integer"):
        found = [default, schema.get("minimum"), schema.get("maximum")]
    elif schema.get("format") == "color":
        found = [default, "#2c6e8f"]
    elif schema.get("format") == "image":
        found = [default]
    else:
        found = [default, "Konstantin"[:schema.get("maxLength", 10)]]
    return [value for index, value in enumerate(found) if value is not None and value not in found[:index]]


def chosen(schema):
    """The parameters with their values, and all choices that are drawn: those that change most come first, the rest keep one value."""
    order = {"enum": 0, "boolean": 1, "number": 2, "integer": 2}
    properties = schema.get("properties", {})
    ranked = sorted(properties, key=lambda name: order.get("enum" if "enum" in properties[name] else properties[name].get("type"), 3))
    values, count = {}, 1
    for name in ranked:
        found = candidates(properties[name])
        if not found:
            return [], []    # without a default it cannot be drawn
        if count * len(found) > MOST:
            found = found[:1]
        values[name], count = found, count * len(found)
    parameters = [{"name": name, "title": properties[name].get("title", name), "values": values[name],
                   "default": values[name][0]} for name in properties]
    choices = list(itertools.product(*(range(len(each["values"])) for each in parameters)))
    return parameters, choices
