import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { signIn } from '../people.ts'
import { expectGoodScreen } from '../screens.ts'
import { countTaps } from './count-taps.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a photograph is hidden with a reason, and shown again', { tag: '@full' }, async ({ page }, info) => {
  const taps = await countTaps(page, info)
  await signIn(page, 'administrator@ajoja.test')
  await openPage(page, '/content/photographs')
  await taps.begin()
  const first = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText('Added ') })
    .first()
  const name = (await first.getByRole('link').first().textContent()) ?? ''
  await first.getByText('Hide it').first().click()
  // Nothing is hidden without a reason.
  await first.getByRole('button', { name: 'Hide it' }).click()
  await expect(first.getByLabel('Reason')).toBeFocused()
  await first.getByLabel('Reason').fill('It shows a face.')
  await first.getByRole('button', { name: 'Hide it' }).click()
  const hidden = page.getByRole('listitem').filter({ hasText: 'It shows a face.' }).filter({ hasText: name }).first()
  await expect(hidden).toContainText('Hidden')
  expect(await taps.note('Photograph hidden')).toBeLessThanOrEqual(5)
  await expectGoodScreen(page)
  await hidden.getByText('Show it again').first().click()
  await hidden.getByLabel('Reason').fill('The face is drawn.')
  await hidden.getByRole('button', { name: 'Show it again' }).click()
  await expect(page.getByText('It shows a face.')).toHaveCount(0)
})
