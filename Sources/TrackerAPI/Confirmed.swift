/// A request that loses data. It is refused until the person confirms it.
package protocol Confirmed: Request {
    var confirm: Bool? { get set }
}
