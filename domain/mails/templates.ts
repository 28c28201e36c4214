/** Placeholders of each template; `list.name` is a field of a list's items. Same as `email_templates.placeholders`. */
export const templatePlaceholders = {
  welcome: ['full_name', 'base_url', 'referral_code', 'referral_reward', 'steps', 'steps.text', 'steps.path'],
  // Repeats no user input: any visitor may have entered the address.
  'contact-received': ['base_url', 'reference'],
} as const

export type TemplateName = keyof typeof templatePlaceholders

/** Placeholders that the content must have. Same as `email_templates.required`. */
export const requiredPlaceholders: Record<TemplateName, readonly string[]> = {
  welcome: ['base_url'],
  'contact-received': ['reference'],
}

/** The contents of each placeholder, for the editor. */
export const placeholderMeanings: Readonly<Record<string, string>> = {
  full_name: 'The person’s name, or “friend” if they gave none',
  base_url: 'The address of the site',
  referral_code: 'The person’s own referral code',
  referral_reward: 'The reward rate of today, such as 0.5%',
  steps: 'The three first steps, a list',
  'steps.text': 'The words of a step',
  'steps.path': 'The page of a step, after the address of the site',
  reference: 'The reference of the message, such as 7C1E52A0',
}
