/** Where the running product is, and the account that `npm run seed` makes in it. */
export const productUrl = process.env.LECTERN_PUBLIC_URL || `http://localhost:${process.env.PORT || 8080}`
export const demoAccount = { name: 'Demo Librarian', email: 'demo@example.com', password: 'harbor library' }
