"""`python -m messages.schema` writes the generated descriptions of the messages."""

from messages.schema import asyncapi, typescript

for file, text in (
    (asyncapi.FILE, asyncapi.asyncapi_text()),
    (typescript.FILE, typescript.typescript_text()),
):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
