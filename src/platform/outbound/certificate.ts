/** The certificate that an address shows, as a browser sees it. */
import { connect } from 'node:tls'

/** `until`: its last instant. `distrust`: why a browser would not go on; null where it would. */
export type Shown = { until: number; distrust: string | null } | { fault: unknown }

/** Connects, looks, and leaves; never throws. `boundMs`: of everything together. `authority`: only tests trust another one. */
export function certificateOf(host: string, port: number, boundMs: number, authority?: string): Promise<Shown> {
  return new Promise((resolve) => {
    // Looked at although it is not trusted: what is wrong with it is what is asked.
    const name = host.replace(/^\[|\]$/g, '')
    const servername = /^[\d.]+$|:/.test(name) ? undefined : name
    const trusted = authority === undefined ? {} : { ca: authority }
    const socket = connect({
      host: name,
      port,
      rejectUnauthorized: false,
      ...trusted,
      ...(servername && { servername }),
    })
    const end = (shown: Shown): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(shown)
    }
    const timer = setTimeout(() => end({ fault: new Error(`no end within ${boundMs} ms`) }), boundMs)
    socket.once('error', (fault) => end({ fault }))
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate()
      const distrust = socket.authorized ? null : String(socket.authorizationError)
      end({ until: Date.parse(until), distrust })
    })
  })
}
