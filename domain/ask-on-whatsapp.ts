import { brand } from './brand.ts'

/** A link that opens a chat with the market's help, with the first words written already. */
export function askOnWhatsApp(words = ''): string {
  const chat = `https://wa.me/${brand.whatsapp}`
  return words ? `${chat}?text=${encodeURIComponent(words)}` : chat
}

/** What such a link is called everywhere. */
export const ASK_ON_WHATSAPP = /*i18n*/ 'Ask us on WhatsApp'
