import type { CaptchaSettings } from '../auth-service/auth-settings.ts'
import { solveTask } from './proof-of-work.ts'

/** Provides a form's captcha token. */
export interface Solver {
  /** The token if the test has been passed; otherwise empty. */
  passed(): string
  /**
   * Resolves with the token when the test is passed, possibly after user interaction. Rejects if it cannot be shown.
   */
  token(): Promise<string>
  /** Must be called after the token was sent, because it is valid only once. */
  reset(): void
  remove(): void
}

/** Computes the site's own proof of work on demand, or shows a provider's test in `box`. */
export function openSolver(captcha: CaptchaSettings, box: HTMLElement): Solver {
  return captcha.kind === 'proof-of-work' ? ownTask() : widget(captcha, box)
}

function ownTask(): Solver {
  const token = async () => {
    const solved = await solveTask()
    if (!solved) throw new Error('The proof of work could not be solved')
    return solved
  }
  return { passed: () => '', token, reset: () => {}, remove: () => {} }
}

type WidgetSettings = Exclude<CaptchaSettings, { kind: 'proof-of-work' }>

/** The common API of Turnstile and hCaptcha. */
interface WidgetApi {
  render(box: HTMLElement, options: Record<string, unknown>): string | number
  reset(id: string | number): void
  remove(id: string | number): void
}

function widget(captcha: WidgetSettings, box: HTMLElement): Solver {
  let passed = ''
  let pending: { resolve(token: string): void; reject(fault: unknown): void }[] = []
  const settle = (how: (one: (typeof pending)[number]) => void) => {
    const all = pending
    pending = []
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
    token: () => shown.then(() => passed || new Promise((resolve, reject) => pending.push({ resolve, reject }))),
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

/** Loads the provider's script once per page; a failed load is retried by the next form. */
function load({ kind, scriptUrl }: WidgetSettings): Promise<WidgetApi> {
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

/** The widget's size; both providers have a compact version for less than about 300 pixels. */
function sizeFor({ kind }: WidgetSettings, box: HTMLElement): string {
  if (box.clientWidth < 303) return 'compact'
  return kind === 'turnstile' ? 'flexible' : 'normal'
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}
