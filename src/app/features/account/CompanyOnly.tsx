import { useTexts } from '../../texts/use-texts.ts';
import { AuthCard } from './AuthCard.tsx';
import { CompanyWay } from './CompanyWay.tsx';

/** Where the company's provider is the only way in. */
export function CompanyOnly() {
  const { signIn: late } = useTexts().t;
  return (
    <AuthCard title={late.signInTitle}>
      <CompanyWay isOnly />
    </AuthCard>
  );
}
