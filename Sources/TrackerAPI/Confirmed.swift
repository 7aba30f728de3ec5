/// A request that is refused until the person has agreed to what would be lost.
package protocol Confirmed: Request {
    var confirm: Bool? { get set }
}
