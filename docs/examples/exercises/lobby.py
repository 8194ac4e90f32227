"""Exercise 2: list the open tables of a server, and explain a refusal."""

from common import choose_name, connect, read_arguments, receive, request

if __name__ == "__main__":
    with connect(read_arguments()) as connection:
        refusal, _ = request(connection, {"type": "SelectMatch", "match": 0})
        print("without a nickname:", refusal["error"])
        choose_name(connection)
        assert receive(connection)["type"] == "ChooseMatch"
        answer, _ = request(connection, {"type": "RequestRefresh"})
        print("open tables:", answer["total"])
        for room in answer["rooms"]:
            print(room["match"], room["game"], ", ".join(room["players"]))
