/** What a page was still asking for when it was left says so in the console, with whatever page comes after it: nobody's fault. */
export const isOfPageLeft = (said: string): boolean => /Failed to fetch/.test(said)
