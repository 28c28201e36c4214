import type { CaptchaOffer } from './offers.ts'
import { solveTask } from './proof-of-work.ts'

/** How a form gets its token. */
export interface Solver {
  /** The token once the test is passed; empty before. */
  passed(): string
  /** Resolves when the test is passed, perhaps after the person has done it. Rejects if it cannot be shown. */
  token(): Promise<string>
  /** Call once the token has been sent, because it works only once. */
  reset(): void
  remove(): void
}

/** The site's own task is computed on demand; a provider's test is shown in `box`. */
export function openSolver(captcha: CaptchaOffer, box: HTMLElement): Solver {
  return captcha.kind === 'proof-of-work' ? ownTask() : widget(captcha, box)
}

function ownTask(): Solver {
  const token = async () => {
    const solved = await solveTask()
    if (!solved) throw new Error('The task could not be solved')
    return solved
  }
  return { passed: () => '', token, reset: () => {}, remove: () => {} }
}

type WidgetOffer = Exclude<CaptchaOffer, { kind: 'proof-of-work' }>

/** What Turnstile and hCaptcha have in common. */
interface WidgetApi {
  render(box: HTMLElement, options: Record<string, unknown>): string | number
  reset(id: string | number): void
  remove(id: string | number): void
}

function widget(captcha: WidgetOffer, box: HTMLElement): Solver {
  let passed = ''
  let waiting: { resolve(token: string): void; reject(fault: unknown): void }[] = []
  const settle = (how: (one: (typeof waiting)[number]) => void) => {
    const all = waiting
    waiting = []
    all.forEach(how)
  }
  const broken = (fault: unknown) => settle(({ reject }) => reject(fault))
  const shown = load(captcha).then((api) => ({
    api,
    id: api.render(box, {
      sitekey: captcha.siteKey,
      theme: isDark() ? 'dark' : 'light',
      size: sizeFor(captcha, box),
      callback(token: string) {
        passed = token
        settle(({ resolve }) => resolve(token))
      },
      'expired-callback': () => {
        passed = ''
      },
      'error-callback': broken,
    }),
  }))
  shown.catch(broken)
  return {
    passed: () => passed,
    token: () => shown.then(() => passed || new Promise((resolve, reject) => waiting.push({ resolve, reject }))),
    reset() {
      passed = ''
      void shown.then(({ api, id }) => api.reset(id)).catch(() => {})
    },
    remove() {
      void shown.then(({ api, id }) => api.remove(id)).catch(() => {})
    },
  }
}

const loading = new Map<string, Promise<WidgetApi>>()

/** Loads the provider's script once per page; the next form retries a failed load. */
function load({ kind, scriptUrl }: WidgetOffer): Promise<WidgetApi> {
  const known = loading.get(kind)
  if (known) return known
  const found = new Promise<WidgetApi>((resolve, reject) => {
    const script = document.createElement('script')
    const ready = `${kind}IsReady`
    Object.assign(window, { [ready]: () => resolve(Reflect.get(window, kind) as WidgetApi) })
    script.src = `${scriptUrl}?${new URLSearchParams({ render: 'explicit', onload: ready, recaptchacompat: 'off' })}`
    script.async = true
    script.onerror = () => {
      script.remove()
      reject(new Error(`${kind} did not load`))
    }
    document.head.append(script)
  })
  loading.set(kind, found)
  found.catch(() => loading.delete(kind))
  return found
}

/** Both have a compact version for spaces narrower than about 300 pixels. */
function sizeFor({ kind }: WidgetOffer, box: HTMLElement): string {
  if (box.clientWidth < 303) return 'compact'
  return kind === 'turnstile' ? 'flexible' : 'normal'
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}
