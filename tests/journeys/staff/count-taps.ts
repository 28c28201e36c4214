import { expect, type Page, type TestInfo } from '@playwright/test'

/**
 * Counts what a person does in this tab: a press, a choice in a list, and each field that is typed into count one. The
 * count and the seconds since `since` become an annotation of the test; the seconds are those of the machine.
 */
export async function countTaps(page: Page, info: TestInfo) {
  await page.addInitScript(() => {
    const count = () => sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
    const isTyped = (at: EventTarget | null) =>
      at instanceof Element && at.matches('textarea, input:not([type=checkbox], [type=radio])')
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count(), { capture: true })
    addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && count(), { capture: true })
    addEventListener('focusin', ({ target }) => isTyped(target) && count(), { capture: true })
  })
  let began = Date.now()
  return {
    /** Counts from here, on an open page. */
    async begin(): Promise<void> {
      began = Date.now()
      await page.evaluate(() => sessionStorage.setItem('taps', '0'))
    },
    /** The taps since `begin`. */
    async note(task: string): Promise<number> {
      const taps = await page.evaluate(() => Number(sessionStorage.getItem('taps')))
      expect(taps, 'a task without a tap was not counted').toBeGreaterThan(0)
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      info.annotations.push({ type: 'effort', description: `${task}: ${taps} taps, ${seconds} s` })
      return taps
    },
  }
}
