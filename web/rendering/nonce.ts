import { createContext } from 'react'

/** The policy's nonce during server rendering. It is not loader data, where scripts on the page could read it. */
export const Nonce = createContext<string | undefined>(undefined)
