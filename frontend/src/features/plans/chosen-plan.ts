/** The plan that a visitor chose goes with them through sign-up or login, and on to the checkout. */
export const withPlan = (path: '/signup' | '/login', planId: number | string | null): string =>
  planId === null ? path : `${path}?plan=${planId}`

/** Where somebody goes who has just come in: on to the plan they chose, or where the server says. */
export const afterComingIn = (planId: string | null, url: string): string =>
  planId !== null && /^\d+$/.test(planId) ? `/plans?choose=${planId}` : url
