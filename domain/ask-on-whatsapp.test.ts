import { expect, it } from 'vitest'
import { askOnWhatsApp } from './ask-on-whatsapp.ts'
import { brand } from './brand.ts'

it('opens a chat with the number alone, and with words that an address can hold', () => {
  expect(askOnWhatsApp()).toBe(`https://wa.me/${brand.whatsapp}`)
  expect(askOnWhatsApp('Rice & beans?')).toBe(`https://wa.me/${brand.whatsapp}?text=Rice%20%26%20beans%3F`)
})
