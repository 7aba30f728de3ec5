// trackerd in quickshell: put this file beside your shell.qml, and Trackerd {} into a panel.
import QtQuick
import Quickshell.Io

Text {
    id: trackerd

    property var line: ({ text: "" })

    visible: line.text !== ""
    textFormat: Text.PlainText
    text: line.text

    Process {
        running: true
        command: ["trackerctl", "bar", "--style", "json", "--follow"]
        stdout: SplitParser {
            onRead: data => trackerd.line = JSON.parse(data)
        }
    }

    Process {
        id: next
        command: ["trackerctl", "bar", "--do", "next", "--notify"]
    }

    Process {
        id: snooze
        command: ["trackerctl", "bar", "--do", "snooze", "--notify"]
    }

    MouseArea {
        anchors.fill: parent
        acceptedButtons: Qt.LeftButton | Qt.RightButton
        onClicked: mouse => (mouse.button === Qt.RightButton ? snooze : next).running = true
    }
}
