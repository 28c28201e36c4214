import { expect } from '@playwright/test'
import { test } from '../market.ts'
import { openPage } from '../open-page.ts'
import { openProduct } from '../open-product.ts'
import { signIn } from '../people.ts'
import { expectGoodOnPhoneAndDesk, expectGoodScreen } from '../screens.ts'
import { callWire } from '../table-calls.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a buy short of its minimum near its end is on top of the list and the dashboard, to be shared', async ({
  page,
}) => {
  const { id: productId, name, vendorToken } = await openProduct(page.request)
  const { body } = await callWire<{ id: string }[]>(page.request, '/rest/v1/group_buys', {
    method: 'POST',
    token: vendorToken,
    data: {
      product_id: productId,
      status: 'active',
      target_quantity: 40,
      min_participants: 3,
      end_date: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    },
  })
  const id = body[0]?.id ?? ''
  await signIn(page, 'vendor@ajoja.test')
  for (const path of ['/vendor', '/vendor/products/buys']) {
    await openPage(page, path)
    const warning = page.getByRole('region', { name: 'Needs you now' }).getByRole('listitem').filter({ hasText: name })
    await expect(warning).toContainText('3 people are missing to its minimum of 3.')
    const share = warning.getByRole('link', { name: `Share in WhatsApp: ${name}` })
    const address = new URL((await share.getAttribute('href')) ?? '')
    expect(address.origin).toBe('https://wa.me')
    expect(address.searchParams.get('text')).toContain(`/group-buys/${id}`)
    await expectGoodScreen(page)
  }

  await openPage(page, `/vendor/products/buys/${id}`)
  await expect(page.getByLabel('Text to send')).toHaveValue(/3 more people who pay, and it goes ahead/)
  await expect(page.getByText(/^You can cancel it until /)).toBeVisible()
  await expectGoodOnPhoneAndDesk(page)
})
