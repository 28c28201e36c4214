import { expect, it } from 'vitest'
import { brand } from './brand.ts'
import { whatsAppLink } from './whatsapp-link.ts'

it('links to the number, with a URL-encoded message if given', () => {
  expect(whatsAppLink()).toBe(`https://wa.me/${brand.whatsapp}`)
  expect(whatsAppLink('Rice & beans?')).toBe(`https://wa.me/${brand.whatsapp}?text=Rice%20%26%20beans%3F`)
})
