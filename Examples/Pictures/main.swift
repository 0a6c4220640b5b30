// From a layer to its picture, and to a video: the README's example.

import Foundation
import Multiplane

let ball = CALayer()
ball.frame = CGRect(x: 0, y: 40, width: 20, height: 20)
ball.cornerRadius = 10
ball.backgroundColor = CGColor(red: 1, green: 0.3, blue: 0.4, alpha: 1)
let move = CABasicAnimation(keyPath: "position.x")
move.fromValue = 10.0
move.toValue = 190.0
move.duration = 1
ball.add(move, forKey: "move")
let root = CALayer()
root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
root.addSublayer(ball)

let scene = Scene(root: root, background: CGColor(gray: 1, alpha: 1))
let renderer = try LayerImageRenderer()
try renderer.image(of: scene, at: 0.5).write(to: URL(fileURLWithPath: "ball.png"))
let times = try FrameTimes(to: 1, framesPerSecond: 30)
try renderer.writeVideo(of: scene, times, to: URL(fileURLWithPath: "ball.mp4"))
