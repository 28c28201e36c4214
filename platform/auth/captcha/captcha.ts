/** A challenge that people pass and bots find costly. */
export interface Captcha {
  name: string
  /** Verifies a token. Throws if it cannot be verified either way. */
  verify(token: string, address: string): Promise<Verdict>
  /** A fresh task for the browser, if the test is ours. */
  createTask?(): Promise<unknown>
  /** Parameters that a browser needs to show a provider's challenge. */
  widget?: CaptchaWidget
}

export interface CaptchaWidget {
  siteKey: string
  scriptUrl: string
  /** The Content-Security-Policy sources it needs, by directive. */
  sources: Partial<Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src', string[]>>
}

interface Verdict {
  passed: boolean
  /** Identifies the task, if the provider does not ensure that a token counts once. */
  once?: { value: string; keepSeconds: number }
}

const LONGEST_TOKEN = 10_000

interface Judge {
  captcha: Captcha
  /** True the first time a value is shown. */
  isFirstUse(proof: { kind: string; value: string; keepSeconds: number }): Promise<boolean>
  reportFault(error: unknown): void
}

/** Whether a token is valid and new. If the check fails, that is reported and the test counts as not passed. */
export async function passesCaptcha(
  { captcha, isFirstUse, reportFault }: Judge,
  { token, address }: { token: string; address: string },
): Promise<boolean> {
  if (token.length > LONGEST_TOKEN) return false
  try {
    const { passed, once } = await captcha.verify(token, address)
    return passed && (!once || (await isFirstUse({ kind: 'captcha', ...once })))
  } catch (error) {
    reportFault(error)
    return false
  }
}
