"""Questions whose answer is not a command."""

import asyncio

from client.tui.questions import SecretQuestion


def test_next_line_answers_the_question_that_was_written() -> None:
    async def run() -> None:
        written: list[str] = []
        changes: list[bool] = []
        question = SecretQuestion(written.append)
        question.on_change = lambda: changes.append(question.is_pending)
        assert not question.is_pending
        asking = asyncio.create_task(question.ask("Password?"))
        while not question.is_pending:
            await asyncio.sleep(0)
        assert (written, changes) == (["Password?"], [True])
        question.answer("sesame")
        assert not question.is_pending
        assert await asking == "sesame"

    asyncio.run(run())
