/** Placeholders of each template; `list.name` is a field of a list's items. Same as `email_templates.placeholders`. */
export const templatePlaceholders = {
  welcome: ['full_name', 'base_url', 'referral_code', 'referral_reward', 'steps', 'steps.text', 'steps.path'],
  // Repeats no user input: any visitor may have entered the address.
  'contact-received': ['base_url', 'reference'],
} as const

export type TemplateName = keyof typeof templatePlaceholders
