"""Exercise 3: lose the connection in the middle of a match and continue on a new one."""

from common import choose_name, connect, play_until, read_arguments, request

if __name__ == "__main__":
    arguments = read_arguments()
    connection = connect(arguments)
    session = choose_name(connection)
    play_until(connection, lambda message: message["type"] == "SelectSteps")
    connection.close()  # without Quit, as when a cable is pulled
    with connect(arguments) as connection:
        message = {"type": "Reconnect", "nickname": session["nickname"], "token": session["token"]}
        answer, _ = request(connection, message)
        print("answer:", answer["type"], "with another token:", answer["token"] != session["token"])
        messages = play_until(connection, lambda message: message["type"] == "FinalScores")
        print("first prompt:", next(m["type"] for m in messages if m["type"].startswith("Select")))
        print("finished:", messages[-1]["reason"])
