import { brand } from './brand.ts'

/** A link that opens a WhatsApp chat with the market's support, with a prefilled message. */
export function whatsAppLink(words = ''): string {
  const chat = `https://wa.me/${brand.whatsapp}`
  return words ? `${chat}?text=${encodeURIComponent(words)}` : chat
}

/** Text of such links. */
export const WHATSAPP_LINK_TEXT = /*i18n*/ 'Ask us on WhatsApp'
