import { expect, type Page } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'

const PAGES = [
  ['manager', '/manager/dashboard'],
  ['manager', '/manager/vendors'],
  ['coordinator', '/coordinator/claims'],
  ['chief', '/chief/overview'],
  ['chief', '/chief/orders'],
] as const

for (const [role, path] of PAGES)
  test(`${path}: Tab reaches each control once, in the order that is seen, with a visible focus`, {
    tag: '@full',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, `${role}@ajoja.test`)
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const wanted = await markControls(page)
    expect(wanted).toBeGreaterThan(10)
    const steps = await walkByTab(page, wanted)
    const reached = new Set(steps.map(({ control }) => control))
    expect(
      [...Array(wanted).keys()].filter((control) => !reached.has(control)),
      'not reached',
    ).toEqual([])
    // The last stop of a date field is its calendar, which the browser outlines.
    const seen = new Set(steps.filter(({ isVisible }) => isVisible).map(({ control }) => control))
    expect(
      steps.filter(({ control }) => !seen.has(control)).map(({ text }) => text),
      'focus that is not seen',
    ).toEqual([])
    expect(
      steps.filter(({ jumpsBack }) => jumpsBack).map(({ text }) => text),
      'against the order that is seen',
    ).toEqual([])
  })

test('each menu opens and closes by keyboard, and gives the focus back', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'chief@ajoja.test')
  await openPage(page, '/chief/orders')
  const menus = await markMenus(page)
  expect(menus).toBeGreaterThanOrEqual(2)
  for (let menu = 0; menu < menus; menu += 1) {
    const opener = page.locator(`[data-menu="${menu}"]`)
    const isOpen = () =>
      opener.evaluate((one) => {
        const details = one.closest('details')
        if (details && one.matches('summary')) return details.open
        const target = one.getAttribute('popovertarget') ?? one.getAttribute('aria-controls') ?? ''
        return document.getElementById(target)?.matches(':popover-open') ?? one.getAttribute('aria-expanded') === 'true'
      })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect.poll(isOpen).toBe(true)
    // Its first control follows the opener.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect.poll(isOpen).toBe(false)
    await expect(opener).toBeFocused()
  }
})

/** Numbers the controls that can be seen, and returns how many there are. */
const markControls = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, textarea, summary',
    )
    const groups = new Set<string>()
    let number = 0
    for (const one of all) {
      if (one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true }) || one.getClientRects().length === 0)
        continue
      // Tab enters a group of radio buttons once.
      if (one instanceof HTMLInputElement && one.type === 'radio') {
        if (groups.has(one.name)) continue
        groups.add(one.name)
        for (const other of document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${one.name}"]`))
          other.dataset.control = String(number)
      }
      one.dataset.control = String(number)
      number += 1
    }
    return number
  })

interface Step {
  control: number
  text: string
  isVisible: boolean
  /** Above, or left in the same line, of the control before it in the same part of the page. */
  jumpsBack: boolean
}

async function walkByTab(page: Page, most: number): Promise<Step[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
  })
  const steps: Step[] = []
  // Date fields have several stops.
  for (let press = 0; press < most * 2; press += 1) {
    await page.keyboard.press('Tab')
    const step = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement | null
      if (!one || one === document.body) return null
      const memory = window as unknown as {
        before?: { part: Element | null; top: number; left: number; bottom: number }
      }
      const style = getComputedStyle(one)
      const box = one.getBoundingClientRect()
      const part = one.closest('nav, header, footer, form, td, li, section, main')
      const { before } = memory
      // In the document, because Tab scrolls it.
      const [top, bottom] = [box.top + scrollY, box.bottom + scrollY]
      const isBelow = before && top >= before.bottom - 4
      const isRight = before && bottom > before.top && box.left >= before.left - 4
      const jumpsBack = Boolean(before && before.part === part && !isBelow && !isRight)
      memory.before = { part, top, left: box.left, bottom }
      const isOutlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
      const isSeen = box.bottom > 0 && box.top < innerHeight && box.width > 0
      return {
        control: Number(one.dataset.control ?? -1),
        text: (one.getAttribute('aria-label') ?? one.textContent ?? one.id).trim().slice(0, 60) || one.id,
        isVisible: (isOutlined || style.boxShadow !== 'none') && isSeen,
        jumpsBack,
      }
    })
    if (step === null) break
    steps.push(step)
  }
  return steps
}

/** Numbers what opens a menu, and returns how many there are. */
const markMenus = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const openers = [...document.querySelectorAll<HTMLElement>('summary, [popovertarget], [aria-haspopup]')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.closest('main') === null,
    )
    const inMain = [...document.querySelectorAll<HTMLElement>('main summary, main [popovertarget]')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    const all = [...openers, ...inMain]
    for (const [nth, one] of all.entries()) one.dataset.menu = String(nth)
    return all.length
  })
