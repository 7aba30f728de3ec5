import Testing
import TrackerAPI

@Suite struct ArmTests {
    @Test(arguments: Methods.all.map { $0.method })
    func everyMethodHasAnArm(_ method: String) throws {
        let arm = try #require(Arm.byMethod[method], "add an Arm to the list of its area")
        #expect(arm.effect == Methods.byName[method]?.effect)
        #expect(arm.weight > 0)
    }

    @Test func everyArmIsOfAMethod() {
        for arm in Arm.all { #expect(Methods.byName[arm.method] != nil, "\(arm.method)") }
    }
}
