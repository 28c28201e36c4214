/** Name, addresses and links of the operator: an operator puts their own brand on the product here and nowhere else. */
export const brand = {
  name: 'Ajoja',
  /** What it is, in one sentence. */
  promise: 'Join with others, pay the market price together.',
  supportEmail: 'support@ajoja.example',
  phone: '+234 700 000 2565',
  address: '14 Obafemi Awolowo Way, Ikeja, Lagos',
  social: [
    { name: 'Facebook', url: 'https://facebook.com/ajoja' },
    { name: 'Instagram', url: 'https://instagram.com/ajoja' },
    { name: 'X', url: 'https://x.com/ajoja' },
    { name: 'WhatsApp', url: 'https://wa.me/2347000002565' },
  ],
} as const
