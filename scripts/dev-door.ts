import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'vite'
import type { Main, MainDeps } from '../main.ts'

type Create = (deps: MainDeps) => Promise<Main>

/** Runs main.ts through Vite: pages reload as you edit them, and the server restarts when its sources change. */
export async function openDevDoor({ config, ...rest }: MainDeps): Promise<Main> {
  // Whoever edits a page wants to see it at once.
  const deps = { ...rest, config: { ...config, keptAnswersMb: 0 } }
  // Vite does not listen itself: its websocket uses the market's port, which the pages' policy allows.
  const reloading = createHttpServer()
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: reloading } },
  })
  let server: Server | undefined
  let made: { create: Create; main: Promise<Main> } | undefined

  /** The same module means that the sources have not changed. */
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
    // Vite's own answers: the current sources of pages.
    before: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    async fetch(request) {
      try {
        const response = await (await current()).fetch(request)
        // Vite injects inline styles, so the policy is only for the built product.
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
    // Nobody balances a workshop.
    leave: () => false,
    async close() {
      await (await made?.main)?.close()
      await vite.close()
    },
  }
}
