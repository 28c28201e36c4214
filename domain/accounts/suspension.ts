/** Length of the reason for suspending or reinstating an account, which the person reads. */
export const SUSPENSION_REASON_LENGTH = { min: 10, max: 500 } as const

/** Length of the reason for looking up how to reach a person, which the audit log keeps. */
export const CONTACT_REASON_LENGTH = { min: 5, max: 200 } as const
