import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { handleCartForm } from './cart-action.ts'

test.each(['', 'fly', 'constructor', 'toString', '__proto__'])('the act %j is answered with 400', async (act) => {
  const body = new URLSearchParams({ act })
  const request = new Request('https://market.test/cart', { method: 'POST', body })
  const handled = handleCartForm({ request, context: new RouterContextProvider() })
  await expect(handled).rejects.toMatchObject({ status: 400 })
})
