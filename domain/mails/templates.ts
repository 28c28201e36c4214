/** The templates that the market fills, and what each knows; `list.name` is inside a list. `email_templates.placeholders` says the same. */
export const templatePlaceholders = {
  welcome: ['full_name', 'base_url', 'referral_code', 'referral_reward', 'steps', 'steps.text', 'steps.path'],
  // It goes to an address that anybody may have typed, so it repeats nothing.
  'contact-received': ['base_url', 'reference'],
} as const

export type TemplateName = keyof typeof templatePlaceholders
