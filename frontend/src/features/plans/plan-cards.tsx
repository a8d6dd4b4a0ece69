import type { Plan } from '@lectern/contracts'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { withPlan } from './chosen-plan.ts'
import styles from './plan-cards.module.css'

type Props = {
  plans: Plan[]
  /** The plan of the reader's organization; null for a visitor. */
  current: Plan | null
  /** What choosing does; without it, a visitor is led to the sign-up. */
  onChoose?: (plan: Plan) => void
  /** The plan whose choice is being carried out. */
  choosing?: number | null
}

export function PlanCards({ plans, current, onChoose, choosing = null }: Props) {
  return (
    <>
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Card className={styles.plan} data-current={plan.id === current?.id}>
              <div className={styles.head}>
                <h3 className={styles.name}>{plan.name}</h3>
                {plan.id === current?.id && <Badge tone="accent">Current</Badge>}
              </div>
              <p className={styles.price}>
                <strong>{dollars(plan.price)}</strong>/month
              </p>
              <p className={styles.summary}>{plan.short_description}</p>
              <ul className={styles.features}>
                {featuresOf(plan).map((feature) => (
                  <li key={feature}>
                    <Check aria-hidden /> {feature}
                  </li>
                ))}
              </ul>
              <ChooseButton plan={plan} isCurrent={plan.id === current?.id} onChoose={onChoose} choosing={choosing} />
            </Card>
          </li>
        ))}
      </ul>
      <p className={styles.note}>Payments are made through a card payment provider. You can cancel at any time.</p>
    </>
  )
}

type ChooseProps = Pick<Props, 'onChoose' | 'choosing'> & { plan: Plan; isCurrent: boolean }

function ChooseButton({ plan, isCurrent, onChoose, choosing }: ChooseProps) {
  if (plan.name.toLowerCase() === 'free')
    return (
      <Button variant="secondary" disabled>
        Included
      </Button>
    )
  if (isCurrent)
    return (
      <Button variant="secondary" disabled>
        Selected
      </Button>
    )
  if (onChoose)
    return (
      <Button isBusy={choosing === plan.id} disabled={choosing !== null} onClick={() => onChoose(plan)}>
        Choose Plan
      </Button>
    )
  return (
    <Button asChild>
      <Link to={withPlan('/signup', plan.id)}>Choose Plan</Link>
    </Button>
  )
}

export const dollars = (price: number) => `$${price.toFixed(2)}`

/** Its commas part the features, so the numbers in it have none. */
const featuresOf = ({ description }: Plan) =>
  description
    .split(',')
    .map((feature) => feature.trim().replaceAll(/\d{4,}/g, (digits) => Number(digits).toLocaleString('en-US')))
    .filter(Boolean)
