extension BarStyle {
    /// Lines for a bar's own configuration that show trackerd and react to clicks; `nil` for styles that
    /// belong to no bar.
    ///
    /// - Parameter program: absolute path of trackerctl.
    package func configuration(program: String) -> String? {
        switch self {
        case .plain, .json: nil
        case .waybar:
            """
            // In waybar's config, with "custom/trackerd" among the modules:
            "custom/trackerd": {
                "exec": "exec \(program) bar --style waybar --follow",
                "return-type": "json",
                "on-click": "\(program) bar --do next --notify",
                "on-click-right": "\(program) bar --do snooze --notify",
                "on-scroll-up": "\(program) bar --do more",
                "on-scroll-down": "\(program) bar --do less",
                "smooth-scrolling-threshold": 2
            }

            """
        case .polybar:
            """
            ; In polybar's config.ini, with "trackerd" among the modules:
            [module/trackerd]
            type = custom/script
            exec = exec \(program) bar --style polybar --follow
            tail = true
            click-left = \(program) bar --do next --notify
            click-right = \(program) bar --do snooze --notify
            scroll-up = \(program) bar --do more
            scroll-down = \(program) bar --do less

            """
        case .i3blocks:
            """
            # In i3blocks' config. Clicks want i3blocks 1.5, and a command of their own there.
            [trackerd]
            command=exec \(program) bar --style i3blocks --follow
            interval=persist
            format=json

            """
        case .i3statusRust:
            """
            # In i3status-rust's config.toml:
            [[block]]
            block = "custom"
            command = "exec \(program) bar --style i3status-rust --follow"
            persistent = true
            json = true
            [[block.click]]
            button = "left"
            cmd = "\(program) bar --do next --notify"
            [[block.click]]
            button = "right"
            cmd = "\(program) bar --do snooze --notify"

            """
        case .tmux:
            """
            # In tmux.conf:
            set -g status-interval 15
            set -g status-right-length 80
            set -g status-right '#(exec \(program) bar --style tmux --follow) %H:%M'

            """
        case .genmon:
            """
            # The command of a Generic Monitor in Xfce's panel, with a period of a second:
            \(program) bar --style genmon

            """
        }
    }
}
