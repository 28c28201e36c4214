import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'vite'
import type { Main, MainDeps } from '../main.ts'

type Create = (deps: MainDeps) => Promise<Main>

/** Runs main.ts through Vite: pages reload on edits, and the server restarts when its sources change. */
export async function openDevServer({ config, ...rest }: MainDeps): Promise<Main> {
  // No response cache: edits are visible immediately.
  const deps = { ...rest, config: { ...config, responseCacheMb: 0 } }
  // Vite does not listen on a port: its websocket uses the market's, which the content security policy allows.
  const reloading = createHttpServer()
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: reloading } },
  })
  let server: Server | undefined
  let made: { create: Create; main: Promise<Main> } | undefined

  /** The current instance; Vite returns the same module unless the sources have changed. */
  async function current(): Promise<Main> {
    const { createMain } = (await vite.ssrLoadModule('/main.ts')) as { createMain: Create }
    if (made?.create !== createMain) made = { create: createMain, main: renew(createMain, made?.main) }
    return made.main
  }

  async function renew(create: Create, last: Promise<Main> | undefined): Promise<Main> {
    await (await last?.catch(() => undefined))?.close()
    const main = await create(deps)
    if (server) main.attach(server)
    return main
  }

  await current()
  return {
    // Vite's own responses: the current sources of pages.
    before: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    async fetch(request) {
      try {
        const response = await (await current()).fetch(request)
        // Vite injects inline styles, so the policy applies to the build only.
        response.headers.delete('content-security-policy')
        return response
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        throw error
      }
    },
    attach(listening) {
      server = listening
      listening.on('upgrade', (...parts) => void reloading.emit('upgrade', ...parts))
      void made?.main.then((main) => main.attach(listening))
    },
    // There is no load balancer in development.
    failReadiness: () => false,
    async close() {
      await (await made?.main)?.close()
      await vite.close()
    },
  }
}
