import Foundation
import MultiplaneInteraction
import Testing

/// What can be said without a device: machines that run tests have none. tools/test-drm has a real
/// pointer.
@Suite struct InputDevicesTests {
  @Test("a seat without devices has a descriptor to wait for, and no events")
  func noDevices() throws {
    let devices: InputDevices
    do {
      devices = try InputDevices(.seat("seat-of-a-test"))
    } catch InputError.noLibrary {
      return
    }
    #expect(try #require(devices.fileDescriptor) >= 0)
    #expect(devices.dispatch().isEmpty)
    devices.suspend()
    devices.resume()
    #expect(devices.dispatch().isEmpty)
  }

  @Test("a file that is no input device is refused by name")
  func notADevice() {
    do {
      _ = try InputDevices(.files(["/nowhere/event0"]))
      Issue.record("/nowhere/event0 was taken for an input device")
    } catch InputError.noLibrary {
      // Nothing to be tried without libinput.
    } catch {
      #expect(error == .device(path: "/nowhere/event0"))
      #expect(error.description.hasPrefix("input: /nowhere/event0: expected a readable input device"))
    }
  }
}

@Suite struct InputEventTests {
  @Test(arguments: [(0x110, "left"), (0x111, "right"), (0x112, "middle"), (0x113, "275")])
  func namesOfButtons(number: Int, name: String) {
    #expect(PointerButton(rawValue: number).name == name)
  }

  @Test("files are opened with errors as negative numbers")
  func directAccess() {
    let access = DeviceAccess.direct
    #expect(access.open("/nowhere/event0", O_RDONLY) == -ENOENT)
    let descriptor = access.open("/dev/null", O_RDONLY)
    #expect(descriptor >= 0)
    access.close(descriptor)
    #expect(fcntl(descriptor, F_GETFD) == -1 || descriptor < 0)
  }
}
