import { SUPPORT_HOURS } from '#domain/limits.ts'

/** The market's brand. Operators replace it with their own; it is defined nowhere else. */
export const brand = {
  name: 'Ajoja',
  tagline: /*i18n*/ 'Buy food together, pay less',
  supportEmail: 'support@ajoja.example',
  /** E.164; `phoneText` is for display. */
  phone: '+2342013306200',
  phoneText: '+234 201 330 6200',
  /** The number for wa.me links, digits only. */
  whatsapp: '2348033306200',
  address: {
    street: '14 Commercial Avenue',
    district: 'Sabo, Yaba',
    city: 'Lagos',
    state: 'Lagos State',
    country: 'Nigeria',
  },
  /** Tax identification number (TIN), for receipts and invoices; empty until there is one. */
  taxNumber: '',
  hours: SUPPORT_HOURS,
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/ajoja.market' },
    { name: 'Facebook', url: 'https://www.facebook.com/ajoja.market' },
    { name: 'X', url: 'https://x.com/ajoja_market' },
  ],
} as const
