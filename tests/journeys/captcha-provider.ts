import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Simulates Turnstile or hCaptcha on this machine: their script with a box to tick, and the endpoint that verifies
 * tokens.
 */
export interface CaptchaProvider {
  environment: Record<string, string>
  /** Requested paths, oldest first. */
  requested: string[]
  stop(): Promise<void>
}

export async function startCaptchaProvider(kind: 'turnstile' | 'hcaptcha'): Promise<CaptchaProvider> {
  const asked: string[] = []
  const used = new Set<string>()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://provider.test')
    asked.push(pathname)
    if (pathname === '/api.js') return response.setHeader('content-type', 'text/javascript').end(script(kind))
    if (pathname === '/frame') return response.setHeader('content-type', 'text/html').end(FRAME)
    let body = ''
    for await (const chunk of request) body += chunk
    const sent = new URLSearchParams(body)
    const token = sent.get('response') ?? ''
    // A token is valid once, as with the real providers.
    const success = sent.get('secret') === 'shh' && token.startsWith('passed-') && !used.has(token)
    used.add(token)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    requested: asked,
    environment: {
      CAPTCHA: kind,
      CAPTCHA_SECRET: 'shh',
      CAPTCHA_SITE_KEY: 'site-key',
      CAPTCHA_SCRIPT_URL: `${origin}/api.js`,
      CAPTCHA_VERIFY_URL: `${origin}/siteverify`,
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The challenge runs in a frame of the provider, which passes the token to the script. */
const FRAME = `<!doctype html><script>
  onmessage = () => parent.postMessage('passed-' + Math.random().toString(36).slice(2), '*')
</script>Provider`

/** The part of the providers' script that pages use. */
function script(kind: string): string {
  return `(() => {
    const { origin, searchParams } = new URL(document.currentScript.src)
    const shown = new Map()
    window.${kind} = {
      render(box, { sitekey, theme, size, callback }) {
        const label = document.createElement('label')
        const tick = Object.assign(document.createElement('input'), { type: 'checkbox' })
        label.append(tick, ' I am a person (' + [sitekey, theme, size] + ')')
        const frame = document.createElement('iframe')
        Object.assign(frame, { src: origin + '/frame', title: 'Provider', width: 100, height: 24 })
        frame.onload = () => box.prepend(label)
        box.append(frame)
        addEventListener('message', (event) => { if (event.source === frame.contentWindow) callback(event.data) })
        tick.onchange = () => frame.contentWindow.postMessage('test', '*')
        const id = 'widget-' + shown.size
        shown.set(id, { box, tick })
        return id
      },
      reset(id) { shown.get(id).tick.checked = false },
      remove(id) { shown.get(id).box.replaceChildren() },
    }
    window[searchParams.get('onload')]()
  })()`
}
