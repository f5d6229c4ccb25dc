import { t } from '@lingui/core/macro';
import type { Certificate as CertificateData, DataRequest } from '@lop-xanh/contract/privacy';
import { formatDate, formatDateTime, formatDay } from '@lop-xanh/contract/rules/dates';
import { Facts } from '../../ui/facts.tsx';
import classes from './certificate.module.css';
import { ErasureCounts } from './erasure-counts.tsx';

interface Props {
  request: DataRequest;
  certificate: CertificateData;
}

/** Names nobody: it is kept after the names are gone. */
export function Certificate({ request, certificate }: Props) {
  const { id, school_name, received_on, answered_at } = request;
  return (
    <article className={classes.sheet}>
      <header>
        <p lang="vi">{school_name}</p>
        <h2 className={classes.title}>{t`Biên bản xóa dữ liệu cá nhân`}</h2>
      </header>
      <Facts
        facts={[
          { name: t`Yêu cầu số`, value: id },
          { name: t`Ngày nhận`, value: formatDay(received_on) },
          { name: t`Ngày trả lời`, value: answered_at && formatDate(answered_at) },
          { name: t`Xóa lúc`, value: formatDateTime(certificate.erased_at) },
        ]}
      />
      <ErasureCounts removed={certificate.removed} kept={certificate.kept} />
      <p>
        {t`Dữ liệu nêu trên đã được xóa khỏi cơ sở dữ liệu và kho tệp của ứng dụng. Bản sao lưu làm trước lúc xóa còn giữ dữ liệu cho tới khi hết hạn; nếu khôi phục từ bản đó, việc xóa được lặp lại.`}
      </p>
      <div className={classes.signatures}>
        <p>{t`Người thực hiện (ký, ghi rõ họ tên)`}</p>
        <p>{t`Đại diện nhà trường (ký, đóng dấu)`}</p>
      </div>
    </article>
  );
}
