import { t } from '@lingui/core/macro';
import type { IssuedCard } from '@lop-xanh/contract/cards';
import { createPortal } from 'react-dom';
import { paths } from '../../lib/paths.ts';
import { printOnly } from '../../ui/print-only.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './card-sheet.module.css';
import type { ClassCards } from './issue-cards.ts';
import { PictureDrawing } from './picture-drawing.tsx';
import { getPictureName } from './picture-names.ts';

/** Print only: the cards of each class start on a new page, to cut out and hand over. */
export function CardSheet({ sheets }: { sheets: readonly ClassCards[] }) {
  return createPortal(
    <div className={classes.print} ref={printOnly}>
      {sheets.map((sheet) => (
        <ClassSheet key={sheet.classId} sheet={sheet} />
      ))}
    </div>,
    document.body,
  );
}

function ClassSheet({ sheet }: { sheet: ClassCards }) {
  const { class_name: name, school_name: school, cards } = sheet;
  const given = cards.filter(({ pictures }) => pictures !== null);
  return (
    <>
      <ul className={classes.sheet}>
        {cards.map((card) => (
          <li key={card.student_id} className={classes.card}>
            <QrCode
              className={classes.code}
              text={`${window.location.origin}${paths.card}#${card.secret}`}
            />
            <div className={classes.facts}>
              <p className={classes.school} lang="vi">
                {school}
              </p>
              <p className={classes.name} lang="vi">
                {card.full_name}
              </p>
              <p>{t`Lớp ${name}`}</p>
              <p className={classes.label}>{t`Tên đăng nhập`}</p>
              <p className={classes.username}>{card.username}</p>
              <p
                className={classes.hint}
              >{t`Quét mã, chọn ba hình của em. Giữ thẻ cẩn thận nhé!`}</p>
              <p className={classes.site}>Lớp Xanh · {window.location.host}</p>
            </div>
          </li>
        ))}
      </ul>
      {given.length > 0 && <TeachersList className={name} schoolName={school} cards={given} />}
    </>
  );
}

interface ListProps {
  className: string;
  schoolName: string;
  cards: readonly IssuedCard[];
}

/** On a page of its own: a card that shows its pictures would protect nothing. */
function TeachersList({ className: name, schoolName, cards }: ListProps) {
  return (
    <section className={classes.list}>
      <h1>{t`Ba hình của lớp ${name}`}</h1>
      <p>{schoolName}</p>
      <p>{t`Dành cho giáo viên. Cất riêng với thẻ, chỉ cho mỗi em xem hình của mình.`}</p>
      <table>
        <tbody>
          {cards.map(({ student_id, full_name, pictures }) => (
            <tr key={student_id}>
              <th scope="row" lang="vi">
                {full_name}
              </th>
              {pictures?.map((picture) => (
                <td key={picture}>
                  <span>
                    <PictureDrawing picture={picture} size="6mm" />
                    {getPictureName(picture)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
