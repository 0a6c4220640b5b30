/// Why a machine does not draw in hardware, or shows nothing, and what to do about it: one line.
package enum HardwareDiagnosis {
  /// Why no device draws in hardware.
  ///
  /// - Returns: nil where one does.
  package static func drawing(
    _ reports: [DeviceReport], on machine: GraphicsHardware = GraphicsHardware()
  ) -> String? {
    guard !reports.contains(where: { $0.properties?.isSoftware == false }) else { return nil }
    if let variable = machine.softwareVariable { return "\(variable) has Mesa draw in software: unset it" }
    let nodes = machine.nodes.filter(\.isRender)
    if let barred = nodes.first(where: { !$0.isAllowed }), !nodes.contains(where: \.isAllowed) {
      return barring(barred, on: machine)
    }
    guard let node = nodes.first(where: \.isAllowed) else {
      return absence("render node (/dev/dri/renderD*)", hasOthers: !machine.nodes.isEmpty, on: machine)
    }
    return withoutDriver(node)
  }

  /// Why there is no card to show with.
  package static func showing(on machine: GraphicsHardware = GraphicsHardware()) -> String {
    let nodes = machine.nodes.filter { !$0.isRender }
    if let barred = nodes.first(where: { !$0.isAllowed }) { return barring(barred, on: machine) }
    return absence("card (/dev/dri/card*)", hasOthers: !machine.nodes.isEmpty, on: machine)
  }

  private static func barring(_ node: GraphicsHardware.Node, on machine: GraphicsHardware) -> String {
    let group = node.group ?? (node.isRender ? "render" : "video")
    let remedy =
      machine.isContained
      ? "give the container its group (docker run --group-add, with the number of group \(group) on the host)"
      : "add the user to its group (usermod -aG \(group) NAME) and log in again"
    return "\(node.path) cannot be opened by this user: \(remedy)"
  }

  /// There is no node of a kind.
  private static func absence(_ what: String, hasOthers: Bool, on machine: GraphicsHardware) -> String {
    if hasOthers, let other = machine.nodes.first {
      let driver = other.driver.map { " (kernel driver \($0))" } ?? ""
      return "there is no \(what), only \(other.path)\(driver): "
        + (other.isRender ? "it draws and has no screen" : "it shows pictures and draws none")
        + "; nothing to fix unless the machine has another graphics card"
    }
    let card = machine.cards.first { $0.driver == nil } ?? machine.cards.first
    guard let card else {
      return
        "there is no \(what), and no graphics card on the PCI bus: a machine without a GPU, or one that its host keeps; "
        + "pass one to a virtual machine, or /dev/dri to a container (docker run --device /dev/dri)"
    }
    if let driver = card.driver {
      return "there is no \(what), though graphics card \(card.address) has the kernel driver \(driver): "
        + (machine.isContained
          ? "pass /dev/dri into the container (docker run --device /dev/dri)"
          : "see the kernel's messages (dmesg); in a container, pass /dev/dri in")
    }
    let (maker, module) = Self.module(ofVendor: card.vendor)
    return "there is no \(what): graphics card \(card.address)\(maker.map { " (\($0))" } ?? "") has no kernel driver: "
      + (module.map { "load it (modprobe \($0)), and install its firmware" } ?? "install and load it")
  }

  /// A node opens, and what draws on it is missing.
  private static func withoutDriver(_ node: GraphicsHardware.Node) -> String {
    let driver = node.driver ?? "an unnamed driver"
    let remedy =
      switch driver {
      case "nvidia", "nvidia-drm":
        "install NVIDIA's EGL of the kernel driver's version (Debian: libegl-nvidia0; in a container: nvidia-container-toolkit)"
      case "vkms", "vgem", "simple-framebuffer", "bochs-drm", "cirrus", "ast", "mgag200", "hyperv_drm":
        "it has no GPU, so there is nothing to fix"
      case "virtio-gpu", "virtio_gpu":
        "have the host give it 3D (qemu: -device virtio-gpu-gl with -display egl-headless)"
      default: "install Mesa's driver for it (Debian: libgl1-mesa-dri), or a newer Mesa"
      }
    return "\(node.path) opens (kernel driver \(driver)), but no OpenGL ES driver supports it: \(remedy)"
  }

  private static func module(ofVendor vendor: Int) -> (maker: String?, module: String?) {
    switch vendor {
    case 0x1002: ("AMD", "amdgpu")
    case 0x8086: ("Intel", "i915")
    case 0x10de: ("NVIDIA", "nouveau")
    case 0x1af4: ("virtio", "virtio-gpu")
    case 0x15ad: ("VMware", "vmwgfx")
    default: (nil, nil)
    }
  }
}
