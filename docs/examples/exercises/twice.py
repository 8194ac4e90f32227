"""Exercise 4: send the same action twice, as after a lost answer; it is executed once."""

from common import ANSWERS, choose_name, connect, play_until, read_arguments, request

NUMBER = 1000

if __name__ == "__main__":
    with connect(read_arguments()) as connection:
        choose_name(connection)
        messages = play_until(connection, lambda message: message["type"] == "SelectStudent")
        action = ANSWERS["SelectStudent"](messages[-1])
        first, _ = request(connection, action, NUMBER)
        second, pushes = request(connection, action, NUMBER)
        moved = [m for m in pushes if m["type"] == "UpdateMessage"]
        students = [m for m in moved if "Student" in m["change"]["kind"]]
        print("equal answers:", first == second)
        print("students that moved:", len(students))
        other, _ = request(connection, action, NUMBER + 1)
        print("with another id:", other["type"])
