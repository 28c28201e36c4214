/** A test that people pass and programs find costly. */
export interface Captcha {
  name: string
  /** Judges a token. Throws when that cannot be found out. */
  verify(token: string, address: string): Promise<Verdict>
  /** A fresh task for the browser, where the test is ours. */
  createTask?(): Promise<unknown>
  /** What a browser needs to show the test, where it is somebody else's. */
  widget?: CaptchaWidget
}

export interface CaptchaWidget {
  siteKey: string
  scriptUrl: string
  /** What pages that show it must allow, by directive of the Content-Security-Policy. */
  sources: Partial<Record<'script-src' | 'frame-src' | 'style-src' | 'connect-src', string[]>>
}

export interface Verdict {
  passed: boolean
  /** What names the task, where its maker does not see to it that a token counts once. */
  once?: { value: string; keepSeconds: number }
}

const LONGEST_TOKEN = 10_000

interface Judge {
  captcha: Captcha
  /** True the first time a value is shown. */
  isFirstUse(proof: { kind: string; value: string; keepSeconds: number }): Promise<boolean>
  reportFault(error: unknown): void
}

/** Whether a token is good, for the first time. What cannot be found out is reported and counts as not passed. */
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
